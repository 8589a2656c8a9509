import { useEffect, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import type { Archive } from '../../library/archive/archive.ts'
import {
  type Found,
  findInCatalogue,
  type Summary,
  summarize,
} from '../../library/archive/find-in-catalogue.ts'
import { type Imported, importArchive } from '../../library/archive/import-archive.ts'
import { ArchiveError, readArchive } from '../../library/archive/read-archive.ts'

export type ArchiveImport =
  | { readonly step: 'reading' }
  | { readonly step: 'unusable'; readonly reason: ArchiveError['reason'] | 'failed' }
  | { readonly step: 'ready'; readonly summary: Summary }
  | { readonly step: 'importing'; readonly summary: Summary; readonly done: number; readonly all: number }
  | { readonly step: 'interrupted'; readonly summary: Summary }
  | { readonly step: 'done'; readonly summary: Summary; readonly imported: Imported }

/** Reads an archive and looks for its records in the catalogue; `start` then imports what was found. */
export function useArchiveImport(file: File): { readonly state: ArchiveImport; readonly start: () => void } {
  const token = useToken()
  const [state, setState] = useState<ArchiveImport>({ step: 'reading' })
  const read = useRef<{ readonly archive: Archive; readonly found: Found; readonly signal: AbortSignal }>(
    null,
  )

  useEffect(() => {
    if (token === null) return
    const closed = new AbortController()
    const { signal } = closed
    setState({ step: 'reading' })
    void (async () => {
      try {
        const archive = await readArchive(file)
        const found = await findInCatalogue(token, archive, signal)
        signal.throwIfAborted()
        read.current = { archive, found, signal }
        setState({ step: 'ready', summary: summarize(archive, found) })
      } catch (error) {
        if (signal.aborted) return
        setState({ step: 'unusable', reason: error instanceof ArchiveError ? error.reason : 'failed' })
      }
    })()
    return () => closed.abort()
  }, [file, token])

  function start(): void {
    if (token === null || !read.current || !('summary' in state)) return
    const { archive, found, signal } = read.current
    const { summary } = state
    const onProgress = (done: number, all: number) => setState({ step: 'importing', summary, done, all })
    onProgress(0, 0)
    importArchive(archive, found, { token, signal, onProgress }).then(
      imported => !signal.aborted && setState({ step: 'done', summary, imported }),
      () => !signal.aborted && setState({ step: 'interrupted', summary }),
    )
  }

  return { state, start }
}
