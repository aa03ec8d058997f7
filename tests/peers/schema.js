// GitHub's published GraphQL schema. The package hides the file, so it is read by its path; strict
// validation fails on GitHub's own text, so it is taken as it is.
const fs = require('fs');
const path = require('path');
const modules = process.env.PEERS_MODULES;
const load = (name) => require(require.resolve(name, { paths: [modules] }));
const { buildSchema } = load('graphql');
const text = fs.readFileSync(path.join(modules, 'node_modules/@octokit/graphql-schema/schema.graphql'), 'utf8');
exports.load = load;
exports.schema = buildSchema(text, { assumeValidSDL: true, assumeValid: true });
