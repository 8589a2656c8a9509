import type { Database } from '../../database/tables.ts'
import { readMusicFolders } from '../../importing/collection/music-folder-store.ts'
import { hasOwnMusic } from '../../importing/sample/sample-store.ts'
import { readSetUpChoices } from '../../set-up/set-up-store.ts'
import type { Settings } from '../../settings.ts'

type SampleMusic = typeof import('../sample-music.ts')

/** Which music a start serves. */
export interface MusicChoice {
  /** Folders to import: those that the environment gives, else those chosen in the browser. */
  readonly music: readonly string[]
  readonly wantsSample: boolean
  /** Whether there is other music than the sample catalogue, or will be. */
  readonly isOwnMusic: boolean
  /** The sample catalogue, if it is served. */
  readonly sample: SampleMusic | undefined
}

export async function chooseMusic(db: Database, settings: Settings): Promise<MusicChoice> {
  const music = await readMusicFolders(db, settings.music)
  const wantsSample = settings.sample ?? (await readSetUpChoices(db)).wantsSample
  const isOwnMusic = music.length > 0 || (await hasOwnMusic(db))
  const sample = isOwnMusic || !wantsSample ? undefined : await import('../sample-music.ts')
  return { music, wantsSample, isOwnMusic, sample }
}
