import type { LyricsLine } from '@refrain/contract/media/lyrics'
import { listeningTexts } from '@refrain/messages/en/listening'

/** Lyrics without timestamps: plain scrollable text. */
export function PlainLyrics({ lines }: { readonly lines: readonly LyricsLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section aria-label={listeningTexts.lyrics} tabIndex={0} data-own-arrows="" className="lyrics-scroller">
      {lines.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never move
        <p key={index} dir="auto" className="lyrics-line min-h-4">
          {text}
        </p>
      ))}
    </section>
  )
}
