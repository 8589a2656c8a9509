import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { builtProgram } from '../../scripts/build.mjs'
import { findPrograms, STARTED } from './find-programs.ts'

const IN_TESTS = /\.test\.|[\\/]testing[\\/]/

/**
 * For tests: what the service starts in threads and processes of their own is started from the build, if that is of these
 * sources, in a quarter of the processor time. Tests and their own programs stay as they are.
 */
export function runBuiltPrograms(): Plugin {
  const sources = fileURLToPath(new URL('./src', import.meta.url))
  const built = new Map<string, string>()
  for (const [name, source] of Object.entries(findPrograms(sources))) {
    const path = builtProgram(name)
    if (path) built.set(source, `new URL('${pathToFileURL(path).href}')`)
  }
  return {
    name: 'run-built-programs',
    // Before types are stripped, which also changes quotes.
    enforce: 'pre',
    // What is kept of an earlier run may be from before the build.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(() => (built.size > 0 ? 'built' : 'sources')),
    transform(code, id) {
      if (!id.startsWith(sources) || IN_TESTS.test(id)) return
      return code.replaceAll(STARTED, (own, path: string) => built.get(resolve(dirname(id), path)) ?? own)
    },
  }
}
