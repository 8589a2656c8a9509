import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import type { ImportResult } from './import-playlist.ts'

/** At most this many missing tracks are listed. */
const MAX_LISTED = 100
/** Longer lists scroll. */
const VISIBLE_ROWS = 7

/** Imports a playlist file. If all tracks were found, the playlist opens; else a dialog lists the missing ones. */
export function ImportPlaylistButton() {
  const token = useToken()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [imported, setImported] = useState<ImportResult | null>(null)

  async function importFile(file: File): Promise<void> {
    if (token === null) return
    setBusy(true)
    try {
      const { importPlaylist } = await loadChunk(() => import('./import-playlist.ts'))
      const response = await importPlaylist(token, file)
      // If the listener has left the page, only announce the result.
      if (!input.current) announce(foundText(response))
      else if (response.playlist && response.missing.length === 0) open(response)
      else setImported(response)
    } catch {
      // A playlist that was created before the failure is in the Library.
    }
    setBusy(false)
  }

  function open({ playlist, ...found }: ImportResult): void {
    if (!playlist) return
    announce(foundText(found))
    void navigate(paths.playlist(playlist.id))
  }

  return (
    <>
      <button
        type="button"
        aria-label={libraryTexts.importPlaylist}
        title={libraryTexts.importPlaylist}
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
        aria-label={libraryTexts.playlistFile}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void importFile(file)
          // Allow choosing the same file again.
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
    <Dialog
      title={playlist?.title ?? libraryTexts.importPlaylist}
      text={foundText(imported)}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <section aria-labelledby="not-found" className="-mt-2 w-full text-sm">
          <h3 id="not-found" className="font-semibold">
            {libraryTexts.notFound}
          </h3>
          <ol
            aria-labelledby="not-found"
            // Must be focusable to be scrolled by keyboard.
            tabIndex={missing.length > VISIBLE_ROWS ? 0 : undefined}
            className="mt-1 max-h-48 overflow-y-auto overscroll-contain text-quiet"
          >
            {missing.slice(0, MAX_LISTED).map(({ title, artist }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may contain a track twice
              <li key={index} className="truncate py-0.5">
                <bdi>{artist ? `${artist} - ${title}` : title}</bdi>
              </li>
            ))}
            {missing.length > MAX_LISTED && (
              <li className="py-0.5">{libraryTexts.andMore({ count: missing.length - MAX_LISTED })}</li>
            )}
          </ol>
        </section>
      )}
      <button type="button" className="button" onClick={onClose}>
        {commonTexts.close}
      </button>
      {playlist && (
        <button type="button" className="button button-accent" onClick={onOpen}>
          {libraryTexts.openPlaylist}
        </button>
      )}
    </Dialog>
  )
}

function foundText({ found, missing }: Pick<ImportResult, 'found' | 'missing'>): string {
  const all = found + missing.length
  if (all === 0) return libraryTexts.noSongsInFile
  return libraryTexts.songsFound({ found, all })
}
