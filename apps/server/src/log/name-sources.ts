import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUILT_FRAME = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
/** Left to the garbage collector: together they take 40 MB. */
const maps = new Map<string, WeakRef<SourceMap>>()

/**
 * Lets the stack of an error that is about to be printed name our sources although built code runs. Not for every error: reading a
 * map takes up to 0.1 s. Node's own `--enable-source-maps` reads the maps at the start, and keeps them.
 */
export function nameSources(error: unknown): void {
  if (!(error instanceof Error) || error.stack === undefined) return
  error.stack = error.stack.replace(BUILT_FRAME, (built, url, line, column) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return built
    return `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

/** The source map of a built file; undefined for other files. */
function mapOf(url: string): SourceMap | undefined {
  const known = maps.get(url)?.deref()
  if (known) return known
  try {
    const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
    maps.set(url, new WeakRef(map))
    return map
  } catch {
    return undefined
  }
}
