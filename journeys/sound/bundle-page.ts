import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

let bundled: Promise<string> | undefined

/** The page's script with the player in it, as one file. */
export function bundlePage(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('./page.ts', import.meta.url)), formats: ['es'], fileName: 'page' },
    },
  })) as Rollup.RollupOutput[]
  const chunk = result[0]?.output[0]
  if (!chunk) throw new Error('The page could not be bundled.')
  return chunk.code
}
