import { countTrackPlay } from '@refrain/contract/listening'
import { readToken } from '../account/session.ts'
import { callAs } from '../api/call.ts'

/** Has a play of a track counted, for members only (ENG-13, READ-53); a failure is told to the console alone (ERR-08). */
export async function reportPlay(trackId: string): Promise<void> {
  const token = await readToken()
  if (token === null) return
  try {
    await callAs(token, countTrackPlay, { trackId })
  } catch {
    // Of who has left meanwhile nothing is to be told.
    if ((await readToken()) === token) console.error('Failed to update play count')
  }
}
