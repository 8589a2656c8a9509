import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { printable } from '../importing/import-report.ts'
import type { ForgetPreview } from '../importing/removal/forget-missing.ts'
import { formatCount } from './format-count.ts'

const MAX_ALBUMS = 10

/** The lines printed before tracks are forgotten. */
export function describeForgetting(preview: ForgetPreview): string[] {
  const { tracks, albums, likes, places, listeners } = preview
  const more = albums.length - MAX_ALBUMS
  return [
    `To forget: ${formatCount(tracks, 'track')} of ${formatCount(albums.length, 'album')}.`,
    ...albums
      .slice(0, MAX_ALBUMS)
      .map(
        album =>
          `  ${printable(album.artist)}: ${printable(album.title)} (${formatCount(album.tracks, 'track')})`,
      ),
    ...(more > 0 ? [`  … and ${formatCount(more, 'more album')}`] : []),
    listeners === 0
      ? 'No listener likes any of them or has them in a playlist.'
      : `${formatCount(listeners, 'listener')} would lose ${formatCount(likes, 'like')} and ${formatCount(places, 'place')} in playlists. ` +
        'They get them back when the same files are found again within 90 days.',
    'Ratings and bookmarks of these tracks are deleted for good, with the ratings of albums and artists that have no other tracks. Such albums also leave the Library.',
  ]
}

/**
 * Prints what would be forgotten and asks for confirmation.
 * @param isAgreed with --yes: do not ask
 */
export async function confirmForgetting(
  preview: ForgetPreview,
  { isAgreed, signal }: { readonly isAgreed: boolean; readonly signal: AbortSignal },
): Promise<boolean> {
  console.log(describeForgetting(preview).join('\n'))
  if (isAgreed) return true
  if (!process.stdin.isTTY) {
    console.error('Nothing was forgotten: add --yes to forget without being asked.')
    process.exitCode = 1
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The terminal is in raw mode: Ctrl-C arrives here and not as a signal.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const ended = once(terminal, 'close').then(() => 'no')
  try {
    const answer = await Promise.race([terminal.question('Forget them? [y/N] ', { signal }), ended])
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    // `question` rejects with an AbortError of its own in place of the signal's reason.
    signal.throwIfAborted()
    throw error
  } finally {
    terminal.close()
  }
}
