import { countTrackPlay } from '@refrain/contract/listening/plays'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { reportFailure } from './report-failure.ts'

/** Counts a play of a track, for members only; a failure is only logged to the console. */
export async function reportPlay(trackId: string): Promise<void> {
  const token = await readToken()
  if (token === null) return
  try {
    await callAs(token, countTrackPlay, { trackId }, { keepalive: true })
  } catch {
    await reportFailure(token, 'Failed to update play count')
  }
}
