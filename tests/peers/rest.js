// Checks recorded REST answers ([{path, answer}] on standard input) against the description: what is
// answered must be of the described type. A script leaves much out, so what lacks is no fault.
// Prints {count, faults}.
const fs = require('fs');
const description = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const resolve = (s) => (s && s.$ref ? resolve(s.$ref.split('/').slice(1).reduce((at, k) => at[k], description)) : s);

function faults(schema, value, path) {
  const s = resolve(schema) || {};
  if (value === null) {
    const some = s.anyOf || s.oneOf;
    const may = s.nullable || !s.type || s.type === 'null' || (Array.isArray(s.type) && s.type.includes('null'));
    return may || (some && some.some((o) => !faults(o, null, path).length)) ? [] : [`${path} must not be null`];
  }
  for (const part of s.allOf || []) {
    const found = faults(part, value, path);
    if (found.length) return found;
  }
  const options = s.anyOf || s.oneOf;
  if (options) {
    const all = options.map((o) => faults(o, value, path));
    return all.some((f) => !f.length) ? [] : all[0];
  }
  const kind = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  const types = [].concat(s.type || []);
  if (types.length && !types.includes(kind) && !(kind === 'integer' && types.includes('number'))) return [`${path} is ${kind}, not ${types}`];
  if (s.enum && !s.enum.includes(value)) return [`${path}: ${value} is none of ${s.enum}`];
  if (s.format === 'date-time' && Number.isNaN(Date.parse(value))) return [`${path}: ${value} is no time`];
  if (kind === 'array') return value.flatMap((v, i) => faults(s.items, v, `${path}[${i}]`));
  if (kind === 'object' && s.properties) {
    return Object.entries(value).flatMap(([k, v]) => {
      const known = s.properties[k];
      if (known) return faults(known, v, `${path}.${k}`);
      return s.additionalProperties ? [] : [`${path}.${k} is not described`];
    });
  }
  return [];
}

let count = 0;
const all = [];
for (const { path, answer } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  const bare = path.split('?')[0];
  const template = Object.keys(description.paths).find((t) => new RegExp(`^${t.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare));
  if (!template) { all.push(`${bare} is not described`); continue; }
  const schema = description.paths[template].get.responses['200'].content['application/json'].schema;
  all.push(...faults(schema, answer, bare));
  count += 1;
}
if (!faults({ type: 'object', properties: { a: { type: 'integer' } } }, { a: 'x' }, 'control').length) process.exit(1);
console.log(JSON.stringify({ count, faults: all.slice(0, 40) }));
