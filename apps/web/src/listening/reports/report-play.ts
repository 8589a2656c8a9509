import { countTrackPlay } from '@refrain/contract/listening/plays'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { reportFailure } from './report-failure.ts'

/** Has a play of a track counted, for members only (ENG-13, READ-53); a failure is told to the console alone (ERR-08). */
export async function reportPlay(trackId: string): Promise<void> {
  const token = await readToken()
  if (token === null) return
  try {
    await callAs(token, countTrackPlay, { trackId }, { keepalive: true })
  } catch {
    await reportFailure(token, 'Failed to update play count')
  }
}
