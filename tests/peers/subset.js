// Cuts GitHub's REST description (of the host named first) down to what rguard reads, with all that
// it refers to, so that a mock server can load it; prints the file's name. A path that the
// description lacks is a failure.
const fs = require('fs');
const path = require('path');
const [, , host, target] = process.argv;
const source = path.join(process.env.PEERS_MODULES, 'node_modules/@octokit/openapi/generated', `${host}.json`);
const whole = JSON.parse(fs.readFileSync(source, 'utf8'));
const root = '/repos/{owner}/{repo}';
const wanted = [
  root,
  `${root}/pulls/{pull_number}`,
  `${root}/pulls/{pull_number}/comments`,
  `${root}/pulls/{pull_number}/reviews`,
  `${root}/issues`,
  `${root}/issues/{issue_number}`,
  `${root}/issues/{issue_number}/comments`,
  `${root}/issues/{issue_number}/timeline`,
];
const out = { ...whole, servers: [{ url: 'http://127.0.0.1' }], paths: {}, components: {} };
delete out['x-webhooks'];
delete out.webhooks;
for (const name of wanted) {
  if (!whole.paths[name]) { console.error(`${host} lacks ${name}`); process.exit(1); }
  out.paths[name] = { get: whole.paths[name].get };
}
const todo = [out.paths];
const seen = new Set();
while (todo.length) {
  JSON.stringify(todo.pop(), (key, value) => {
    if (key === '$ref' && typeof value === 'string' && !seen.has(value)) {
      seen.add(value);
      const [, , section, name] = value.split('/');
      (out.components[section] ||= {})[name] = whole.components[section][name];
      todo.push(out.components[section][name]);
    }
    return value;
  });
}
fs.writeFileSync(target, JSON.stringify(out));
console.log(target);
