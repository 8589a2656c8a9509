import type { Plugin } from 'vite'

/**
 * Fastify's compilers for JSON Schemas, which no route has (`NO_SCHEMAS` in src/http/create-app.ts), its requests of tests, and how it
 * finds the files of a folder (src/pages/routes.ts does).
 */
const UNUSED = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'glob',
  'light-my-request',
])
const STUB = '\0unused'

/** Leaves out what packages load only for features that the service does not use: a quarter of its code. */
export function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    enforce: 'pre',
    resolveId: id => (UNUSED.has(id) ? STUB : undefined),
    load: id =>
      id === STUB
        ? "module.exports = () => { throw new Error('Left out of the build: see unused-parts.ts.') }"
        : undefined,
  }
}
