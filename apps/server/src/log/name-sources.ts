import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUILT_FRAME = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
/** Read when an error is printed, which is rare, and left to the garbage collector: together they take 40 MB. */
const maps = new Map<string, WeakRef<SourceMap>>()

/**
 * Lets stack traces name our sources although built code runs. Node's own `--enable-source-maps` reads the maps at the start, and
 * keeps them.
 */
export function nameSources(): void {
  if (import.meta.url.endsWith('.ts')) return
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map(frame => `    at ${nameSource(String(frame))}`)].join('\n')
}

function nameSource(frame: string): string {
  return frame.replace(BUILT_FRAME, (built, url, line, column) => {
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
