// Octokit's recorded scenarios on this machine. The recordings are of an older time's headers, so
// those of each request are made theirs; addresses and order are left as they come. Prints the
// address of the scenario `paginate-issues`.
const modules = process.env.PEERS_MODULES;
const load = async (name) => {
  const found = await import(require.resolve(name, { paths: [modules] }));
  return found.default || found;
};
(async () => {
  const express = await load('express');
  const fixtures = await load('@octokit/fixtures-server');
  const defaults = await load('@octokit/fixtures-server/lib/defaults.js');
  const app = express();
  const listening = app.listen(0, '127.0.0.1', async () => {
    const port = listening.address().port;
    const root = `http://127.0.0.1:${port}`;
    app.use((request, response, next) => {
      if (request.method === 'GET') {
        request.headers.accept = 'application/vnd.github.v3+json';
        request.headers.authorization = 'token 0000000000000000000000000000000000000001';
      }
      next();
    });
    app.use(fixtures({ port, fixturesUrl: root, logLevel: 'error', ttl: 600000, fixtures: defaults.fixtures }));
    const begun = await fetch(`${root}/fixtures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ scenario: 'paginate-issues' }),
    });
    console.log((await begun.json()).url);
  });
})();
