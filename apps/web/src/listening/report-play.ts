import { countTrackPlay } from '@refrain/contract/listening'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'

/** Has a play of a track counted, for members only (ENG-13, READ-53); a failure is told to the console alone (ERR-08). */
export async function reportPlay(trackId: string): Promise<void> {
  if ((await readToken()) === null) return
  try {
    await call(countTrackPlay, { trackId })
  } catch {
    console.error('Failed to update play count')
  }
}
