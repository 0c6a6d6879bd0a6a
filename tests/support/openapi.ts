type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Resolves a value's references. @returns the target and the last reference */
function follow(value: unknown, document: Json): { value: unknown; reference: string } {
  let reference = '';
  let found = value;
  while (isObject(found) && typeof found.$ref === 'string' && Object.keys(found).length === 1) {
    reference = found.$ref;
    found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((inside, key) => (inside as Json | undefined)?.[key], document);
  }
  return { value: found, reference };
}

/** Lists the places where the operations of two OpenAPI documents differ after resolving references. */
export function differencesWrittenOut(a: Json, b: Json): string[] {
  const differences: string[] = [];
  const compared = new Set<string>();
  const compare = (inA: unknown, inB: unknown, place: string): void => {
    const [one, other] = [follow(inA, a), follow(inB, b)];
    if (one.reference !== '' && other.reference !== '') {
      // A pair of schemas is compared only once, because the comparison of a recursive schema would never end.
      const pair = `${one.reference} ${other.reference}`;
      if (compared.has(pair)) return;
      compared.add(pair);
    }
    if (!isObject(one.value) || !isObject(other.value)) {
      if (one.value !== other.value || one.value === undefined) differences.push(place);
      return;
    }
    const [keys, otherKeys] = [Object.keys(one.value), Object.keys(other.value)];
    if (keys.join('\n') !== otherKeys.join('\n')) differences.push(place);
    else for (const key of keys) compare(one.value[key], other.value[key], `${place}/${key}`);
  };
  compare(a.paths, b.paths, 'paths');
  return differences;
}
