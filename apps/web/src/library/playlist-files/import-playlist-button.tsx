import { formatCount } from '@refrain/contract/format-count'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import { announce } from '../../listening/announce.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import type { ImportResult } from './import-playlist.ts'

/** So many of those that were not found are named. */
const MAX_LISTED = 100
/** More than these have to be scrolled to. */
const VISIBLE_ROWS = 7

/**
 * Makes a playlist of a file. Where all of it was found the playlist opens; else it is told first how much was
 * found, and what was not.
 */
export function ImportPlaylistButton() {
  const token = useToken()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [imported, setImported] = useState<ImportResult | null>(null)

  async function take(file: File): Promise<void> {
    if (token === null) return
    setBusy(true)
    try {
      const { importPlaylist } = await loadChunk(() => import('./import-playlist.ts'))
      const answer = await importPlaylist(token, file)
      // Who has gone elsewhere meanwhile is told of it there, and stays.
      if (!input.current) announce(foundText(answer))
      else if (answer.playlist && answer.missing.length === 0) open(answer)
      else setImported(answer)
    } catch {
      // What was made by then is in the Library.
    }
    setBusy(false)
  }

  function open({ playlist, ...found }: ImportResult): void {
    if (!playlist) return
    announce(foundText(found))
    void navigate(paths.playlist(playlist._id))
  }

  return (
    <>
      <button
        type="button"
        aria-label="Import playlist"
        title="Import playlist"
        aria-busy={busy}
        aria-disabled={busy || undefined}
        className="icon-button bg-raised"
        onClick={() => !busy && input.current?.click()}
      >
        {busy ? <Spinner /> : <FileUp aria-hidden className="size-5" />}
      </button>
      <input
        ref={input}
        type="file"
        accept=".m3u,.m3u8,.xspf,.jspf,.json"
        aria-label="Playlist file"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      {imported && (
        <ImportedDialog imported={imported} onOpen={() => open(imported)} onClose={() => setImported(null)} />
      )}
    </>
  )
}

interface Props {
  readonly imported: ImportResult
  readonly onOpen: () => void
  readonly onClose: () => void
}

function ImportedDialog({ imported, onOpen, onClose }: Props) {
  const { playlist, missing } = imported
  return (
    <Dialog title={playlist?.title ?? 'Import playlist'} text={foundText(imported)} onClose={onClose}>
      {missing.length > 0 && (
        <section aria-labelledby="not-found" className="-mt-2 w-full text-sm">
          <h3 id="not-found" className="font-semibold">
            Not found
          </h3>
          <ol
            aria-labelledby="not-found"
            // By keys, what is scrolled must have the focus.
            tabIndex={missing.length > VISIBLE_ROWS ? 0 : undefined}
            className="mt-1 max-h-48 overflow-y-auto overscroll-contain text-quiet"
          >
            {missing.slice(0, MAX_LISTED).map(({ title, artist }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files name the same twice
              <li key={place} className="truncate py-0.5">
                <bdi>{artist ? `${artist} - ${title}` : title}</bdi>
              </li>
            ))}
            {missing.length > MAX_LISTED && (
              <li className="py-0.5">and {missing.length - MAX_LISTED} more</li>
            )}
          </ol>
        </section>
      )}
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
      {playlist && (
        <button type="button" className="button button-accent" onClick={onOpen}>
          Open playlist
        </button>
      )}
    </Dialog>
  )
}

function foundText({ found, missing }: Pick<ImportResult, 'found' | 'missing'>): string {
  const all = found + missing.length
  if (all === 0) return 'There are no songs in this file.'
  return `${found.toLocaleString('en')} of ${formatCount(all, 'song')} found.`
}
