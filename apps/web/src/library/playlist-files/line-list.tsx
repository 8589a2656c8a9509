import { libraryTexts } from '@refrain/messages/en/library'
import { useId, useState } from 'react'
import type { Line } from './match-file.ts'

/** Lines that are rendered at once: a file may have 10,000. */
const PAGE_SIZE = 100
/** Longer lists scroll. */
const VISIBLE_ROWS = 7

export interface NumberedLine extends Line {
  /** In the file. */
  readonly index: number
}

interface Props {
  readonly title: string
  readonly lines: readonly NumberedLine[]
  /** Ids of chosen tracks, by index. */
  readonly chosen: ReadonlyMap<number, string>
  /** @param id '' to leave the line out */
  readonly onChoose: (index: number, id: string) => void
}

/** Lines of a playlist file in its order; nothing if there are none. */
export function LineList({ title, lines, chosen, onChoose }: Props) {
  const id = useId()
  const [shown, setShown] = useState(PAGE_SIZE)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={id} className="-mt-2 w-full text-sm">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <ol
        aria-labelledby={id}
        // Must be focusable to be scrolled by keyboard.
        tabIndex={lines.length > VISIBLE_ROWS ? 0 : undefined}
        className="mt-1 max-h-48 overflow-y-auto overscroll-contain text-quiet"
      >
        {lines.slice(0, shown).map(line => (
          <li key={line.index} className="py-0.5">
            <LineText line={line} />
            {line.candidates.length > 0 && (
              <CandidateSelect line={line} chosen={chosen.get(line.index)} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ol>
      {shown < lines.length && (
        <button type="button" className="button mt-2" onClick={() => setShown(shown + PAGE_SIZE)}>
          {libraryTexts.showMore}
        </button>
      )}
    </section>
  )
}

function LineText({ line }: { readonly line: NumberedLine }) {
  const { track } = line
  return (
    <>
      <bdi className="block truncate text-text">{nameOf(line)}</bdi>
      <span className="block truncate">
        {track && (
          <>
            <bdi>{`${track.artistName} - ${track.title}`}</bdi>,{' '}
          </>
        )}
        {reasonText(line)}
      </span>
    </>
  )
}

interface SelectProps extends Pick<Props, 'onChoose'> {
  readonly line: NumberedLine
  readonly chosen: string | undefined
}

function CandidateSelect({ line, chosen = '', onChoose }: SelectProps) {
  return (
    <select
      aria-label={libraryTexts.songFor({ entry: nameOf(line) })}
      className="my-1 min-h-11 w-full rounded-panel border border-line bg-raised px-2 text-text"
      value={chosen}
      onChange={({ target }) => onChoose(line.index, target.value)}
    >
      <option value="">{libraryTexts.leaveOut}</option>
      {line.candidates.map(({ id, title, artistName, albumTitle, duration }) => (
        <option key={id} value={id}>
          {`${artistName} - ${title}, ${albumTitle}, ${duration}`}
        </option>
      ))}
    </select>
  )
}

function nameOf({ entry: { title, artist, link = '' } }: NumberedLine): string {
  if (title === '') return link
  return artist ? `${artist} - ${title}` : title
}

function reasonText({ reason }: NumberedLine): string {
  const texts = {
    link: libraryTexts.foundByLink,
    path: libraryTexts.foundByPath,
    names: libraryTexts.foundByNames,
    several: libraryTexts.severalFit,
    differs: libraryTexts.othersFit,
    unknown: libraryTexts.notInCatalogue,
  } as const
  return texts[reason]
}
