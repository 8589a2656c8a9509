import { detectCharset } from '@refrain/audio/tags/letters/detect-charset'
import { foldName } from '@refrain/contract/fold-name'
import type { EmbeddedCovers } from './embedded-covers.ts'
import type { FileReader, FileResult } from './file-reader.ts'
import type { FileToRead } from './read-file.ts'

/**
 * Reads the files of a folder. Those of albums whose texts are not in Latin-1, as they say, but in another character set
 * are read again in that.
 * @param forced the operator's character set, '' to detect it
 */
export async function readInCharsets(
  reader: FileReader,
  files: readonly FileToRead[],
  forced: string,
): Promise<{ results: FileResult[]; pictures: EmbeddedCovers }> {
  const first = await reader.read(
    forced ? files.map(file => ({ ...file, letters: { charset: forced, isForced: true } })) : files,
  )
  const charsets = forced ? new Map<string, string>() : detectCharsets(first.results)
  if (charsets.size === 0) return first
  const second = await reader.read(
    files.flatMap(file => {
      const charset = charsets.get(file.path)
      return charset ? [{ ...file, letters: { charset, isForced: false } }] : []
    }),
  )
  // The covers of the first time are the same.
  second.pictures.release()
  const again = new Map(second.results.map(result => [result.path, result]))
  return { ...first, results: first.results.map(result => merge(result, again.get(result.path))) }
}

function merge(first: FileResult, again: FileResult | undefined): FileResult {
  if (!again || 'problem' in first || 'problem' in again) return first
  const { tags, lyrics, doubtful, takesCharset } = again
  return { ...first, tags, lyrics, doubtful, takesCharset }
}

/** Character sets by path, of files that are not in Latin-1. */
function detectCharsets(results: readonly FileResult[]): Map<string, string> {
  const read = results.flatMap(result => ('problem' in result ? [] : [result]))
  const albums = Map.groupBy(read, ({ tags }) => foldName(tags.album) || `\n${foldName(tags.credit)}`)
  const charsets = new Map<string, string>()
  for (const files of albums.values()) {
    const charset = detectCharset(files.flatMap(file => file.doubtful))
    if (charset) for (const { path } of files) charsets.set(path, charset)
  }
  return charsets
}
