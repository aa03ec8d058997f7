// Checks recorded GraphQL exchanges ([{query, answer}] on standard input) against the schema: each
// answer must have the fields that were asked for and no others, with values of their types.
// Prints the faults, one a line.
const { schema, load } = require('./schema.js');
const g = load('graphql');
const faults = [];

function value(type, set, at, path, fragments) {
  if (g.isNonNullType(type)) {
    if (at === null || at === undefined) { faults.push(`${path} must not be null`); return; }
    return value(type.ofType, set, at, path, fragments);
  }
  if (at === null) return;
  if (at === undefined) { faults.push(`${path} is not answered`); return; }
  if (g.isListType(type)) {
    if (!Array.isArray(at)) { faults.push(`${path} is no list`); return; }
    at.forEach((v, i) => value(type.ofType, set, v, `${path}[${i}]`, fragments));
  } else if (g.isEnumType(type)) {
    if (!type.getValue(at)) faults.push(`${path}: ${at} is no ${type.name}`);
  } else if (g.isScalarType(type)) {
    const ok = {
      Int: Number.isInteger, Float: (v) => typeof v === 'number', Boolean: (v) => typeof v === 'boolean',
      DateTime: (v) => !Number.isNaN(Date.parse(v)), GitObjectID: (v) => /^[0-9a-f]{40}$/.test(v),
      URI: (v) => URL.canParse(v),
    }[type.name] || ((v) => typeof v === 'string');
    if (!ok(at)) faults.push(`${path}: ${JSON.stringify(at)} is no ${type.name}`);
  } else object(type, set, at, path, fragments);
}

function object(type, set, at, path, fragments) {
  // Without __typename in the answer, the type of an abstract value shows in what was answered.
  const all = g.isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  const named = all.filter((t) => t.name === at.__typename);
  const seen = new Set();
  const visit = (concrete, s) => {
    for (const sel of s.selections) {
      if (sel.kind === g.Kind.FIELD) {
        const name = sel.name.value;
        const key = (sel.alias || sel.name).value;
        const skipped = (sel.directives || []).length > 0 && !(key in at);
        seen.add(key);
        if (name === '__typename' || skipped) continue;
        value(concrete.getFields()[name].type, sel.selectionSet, at[key], `${path}.${key}`, fragments);
      } else {
        const part = sel.kind === g.Kind.INLINE_FRAGMENT ? sel : fragments[sel.name.value];
        const on = schema.getType(part.typeCondition.name.value);
        const applies = on === concrete || (g.isAbstractType(on) && schema.isSubType(on, concrete));
        if (applies) visit(concrete, part.selectionSet);
      }
    }
  };
  const before = faults.length;
  for (const concrete of named.length ? named : all) {
    faults.length = before;
    seen.clear();
    visit(concrete, set);
    if (faults.length === before && Object.keys(at).every((k) => seen.has(k))) return;
  }
  for (const key of Object.keys(at)) if (!seen.has(key)) faults.push(`${path}.${key} was not asked for`);
}

let count = 0;
for (const { query, answer } of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
  const document = g.parse(query);
  const fragments = {};
  for (const d of document.definitions) if (d.kind === g.Kind.FRAGMENT_DEFINITION) fragments[d.name.value] = d;
  const operation = document.definitions.find((d) => d.kind === g.Kind.OPERATION_DEFINITION);
  object(schema.getQueryType(), operation.selectionSet, answer.data, operation.name.value, fragments);
  count += 1;
}
console.log(JSON.stringify({ count, faults: faults.slice(0, 40) }));
