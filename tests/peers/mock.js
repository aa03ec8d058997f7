// A GraphQL server on this machine: GitHub's schema, executed by graphql-js with made-up values.
const http = require('http');
const { schema, load } = require('./schema.js');
const { graphql } = load('graphql');
const { addMocksToSchema } = load('@graphql-tools/mock');

const time = () => '2026-10-01T00:00:00Z';
const mocks = {
  DateTime: time, GitTimestamp: time, PreciseDateTime: time, Date: () => '2026-10-01',
  URI: () => 'https://github.com/o/r/pull/1', HTML: () => '<p>x</p>', GitObjectID: () => '0'.repeat(40),
  GitRefname: () => 'refs/heads/x', GitSSHRemote: () => 'x', X509Certificate: () => 'x',
  CustomPropertyValue: () => 'x', Base64String: () => '', BigInt: () => '1', Int: () => 1, String: () => 'text',
  Repository: () => ({ nameWithOwner: 'o/r' }),
  PullRequestState: () => 'MERGED',
  RateLimit: () => ({ cost: 1, remaining: 4999, limit: 5000, nodeCount: 1, used: 1 }),
  // Otherwise an object may be a blob, and nothing of a commit is ever answered.
  GitObject: () => ({ __typename: 'Commit' }),
  PageInfo: () => ({ hasNextPage: false, hasPreviousPage: false, endCursor: null }),
};
const mocked = addMocksToSchema({ schema, mocks, preserveResolvers: false });

http.createServer((request, response) => {
  let body = '';
  const send = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', async () => {
    if (!/^bearer .+/i.test(request.headers.authorization || '')) return send(401, { message: 'Requires authentication' });
    const asked = JSON.parse(body);
    return send(200, await graphql({ schema: mocked, source: asked.query, variableValues: asked.variables }));
  });
}).listen(0, '127.0.0.1', function listening() { console.log(`http://127.0.0.1:${this.address().port}`); });
