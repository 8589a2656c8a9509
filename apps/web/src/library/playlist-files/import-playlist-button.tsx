import { libraryTexts } from '@refrain/messages/en/library'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useToken } from '../../account/session.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { paths } from '../../paths.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { foundText } from './found-text.ts'
import type { MatchedFile } from './match-file.ts'
import { MatchedFileDialog } from './matched-file-dialog.tsx'

/** Imports a playlist file. If all tracks were found, the playlist opens; else a dialog shows what was found first. */
export function ImportPlaylistButton() {
  const token = useToken()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [matched, setMatched] = useState<MatchedFile | null>(null)

  async function busily(action: (token: string) => Promise<void>): Promise<void> {
    if (token === null) return
    setBusy(true)
    // A playlist that was created before a failure is in the Library.
    await action(token).catch(() => {})
    setBusy(false)
  }

  async function importFile(token: string, file: File): Promise<void> {
    const { matchFile } = await loadChunk(() => import('./match-file.ts'))
    const response = await matchFile(token, file)
    const found = response.lines.flatMap(({ track }) => track?.id ?? [])
    // If the listener has left the page, nobody can choose.
    const isDecided = !input.current || found.length === response.lines.length
    if (isDecided && found.length > 0) await create(token, response, found)
    else if (!input.current) announce(foundText(response.lines))
    else {
      const { requireSameListener } = await loadChunk(() => import('./import-playlist.ts'))
      await requireSameListener(token)
      setMatched(response)
    }
  }

  async function create(token: string, file: MatchedFile, trackIds: readonly string[]): Promise<void> {
    const { importPlaylist } = await loadChunk(() => import('./import-playlist.ts'))
    const playlist = await importPlaylist(token, file.title, trackIds)
    announce(foundText(file.lines))
    if (input.current) void navigate(paths.playlist(playlist.id))
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
        accept=".m3u,.m3u8,.pls,.xspf,.jspf,.json"
        aria-label={libraryTexts.playlistFile}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void busily(token => importFile(token, file))
          // Allow choosing the same file again.
          target.value = ''
        }}
      />
      {matched && (
        <MatchedFileDialog
          file={matched}
          onCreate={trackIds => {
            setMatched(null)
            void busily(token => create(token, matched, trackIds))
          }}
          onClose={() => setMatched(null)}
        />
      )}
    </>
  )
}
