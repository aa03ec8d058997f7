// Validates each query of a folder against the schema and prices it as GitHub does; prints one JSON
// object {file: {errors, points, nodes}}. A query for a field that GitHub lacks must fail, or the
// schema was not applied: then it exits 1.
const fs = require('fs');
const path = require('path');
const { schema, load } = require('./schema.js');
const { parse, validate, Kind } = load('graphql');

function price(document) {
  const fragments = {};
  for (const d of document.definitions) if (d.kind === Kind.FRAGMENT_DEFINITION) fragments[d.name.value] = d;
  let requests = 0;
  let nodes = 0;
  const walk = (set, above) => {
    for (const s of set.selections) {
      if (s.kind === Kind.FRAGMENT_SPREAD) walk(fragments[s.name.value].selectionSet, above);
      else if (s.kind === Kind.INLINE_FRAGMENT) walk(s.selectionSet, above);
      else {
        const page = (s.arguments || []).find((a) => ['first', 'last'].includes(a.name.value));
        const size = page ? Number(page.value.value) : 1;
        if (page) { requests += above; nodes += above * size; }
        if (s.selectionSet) walk(s.selectionSet, above * size);
      }
    }
  };
  walk(document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION).selectionSet, 1);
  return { points: Math.max(1, Math.round(requests / 100)), nodes };
}

const found = {};
for (const file of fs.readdirSync(process.argv[2]).sort()) {
  const document = parse(fs.readFileSync(path.join(process.argv[2], file), 'utf8'));
  found[file] = { errors: validate(schema, document).map((e) => e.message), ...price(document) };
}
const wrong = 'query{repository(owner:"a",name:"b"){pullRequest(number:1){files(first:1){nodes{patch}}}}}';
if (!validate(schema, parse(wrong)).length) process.exit(1);
console.log(JSON.stringify(found));
