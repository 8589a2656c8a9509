import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { COUNTED_FILES } from '@refrain/contract/administration/set-up'
import { detectFileKind } from '../../importing/collection/file-kinds.ts'

const COUNT_MS = 3_000
/** Entries of folders: whoever keeps few audio files among many others gets no whole count. */
const MAX_ENTRIES = 200_000

export interface AudioFileCount {
  readonly files: number
  readonly isAll: boolean
}

/**
 * Counts the audio files in a folder and in those inside it, as far as it gets within its bounds. Hidden folders and links are left
 * out, so that it stays within the folder.
 * @param isLeftOut folders that are no music
 */
export async function countAudioFiles(
  folder: string,
  isLeftOut: (path: string) => boolean,
  signal: AbortSignal,
): Promise<AudioFileCount> {
  const until = performance.now() + COUNT_MS
  const folders = [folder]
  let files = 0
  let entries = 0
  for (const each of folders) {
    for await (const entry of await opendir(each).catch(() => [])) {
      const isEnough = files >= COUNTED_FILES || ++entries > MAX_ENTRIES
      if (isEnough || signal.aborted || performance.now() > until) return { files, isAll: false }
      if (entry.name.startsWith('.')) continue
      const path = join(each, entry.name)
      if (entry.isDirectory() && !isLeftOut(path)) folders.push(path)
      else if (entry.isFile() && detectFileKind(entry.name).kind === 'audio') files++
    }
  }
  return { files, isAll: true }
}
