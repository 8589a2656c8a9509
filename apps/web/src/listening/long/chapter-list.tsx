import { recordingsTexts } from '@refrain/messages/en/catalogue/recordings'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../bar/format-time.ts'
import { player } from '../engine/player.ts'
import { useProgress } from '../engine/use-player.ts'
import { chaptersQuery } from './chapters-query.ts'

/** The chapters of the loaded track, which a press plays; nothing for a track without chapters. */
export function ChapterList({ trackId }: { readonly trackId: string }) {
  const { data: chapters = [] } = useQuery(chaptersQuery(trackId))
  const current = useProgress(({ position }) => chapters.findLastIndex(({ seconds }) => seconds <= position))
  if (chapters.length === 0) return null
  return (
    <section aria-label={recordingsTexts.chapters} className="rounded-panel bg-hover px-4 py-3">
      <h3 className="text-xs font-semibold text-quiet">{recordingsTexts.chapters}</h3>
      <ol className="-mx-2 mt-1 max-h-64 overflow-y-auto">
        {chapters.map(({ seconds, title }, index) => (
          <li key={seconds}>
            <button
              type="button"
              aria-current={index === current || undefined}
              className="flex w-full items-baseline gap-3 rounded-small px-2 py-1.5 text-start text-sm hover:bg-overlay aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:py-3"
              onClick={() => player.seekTo(seconds)}
            >
              <span className="tabular w-12 flex-none text-end text-xs text-quiet">
                {formatTime(seconds)}
              </span>
              <bdi className="min-w-0 break-words">
                {title || recordingsTexts.chapterNumber({ number: index + 1 })}
              </bdi>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
