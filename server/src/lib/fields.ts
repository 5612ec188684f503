/** Has a value fields that can be read? Lists and errors have, too. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Is a value an object as JSON knows them? */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return hasFields(value) && !Array.isArray(value)
}

/** The code that an error carries, as Node's and the drivers' errors do; empty where there is none. */
export function errorCode(error: unknown): string {
  return String(fieldsOf(error).code ?? '')
}

/** The fields of whatever was thrown: drivers, Node and Fastify put their codes on errors, and anything can be thrown. */
export function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  return hasFields(error) ? error : {}
}

/** The fields that were given: those that are undefined are left out, so that a patch changes nothing else. */
export function givenFields<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
}
