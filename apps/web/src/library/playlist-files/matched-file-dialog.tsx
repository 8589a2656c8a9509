import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { foundText } from './found-text.ts'
import { LineList, type NumberedLine } from './line-list.tsx'
import type { MatchedFile } from './match-file.ts'

interface Props {
  readonly file: MatchedFile
  /** @param trackIds in the order of the file; not empty */
  readonly onCreate: (trackIds: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows what was found for each line of a playlist file, and lets the listener choose where it is not clear. */
export function MatchedFileDialog({ file, onCreate, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const lines: NumberedLine[] = file.lines.map((line, index) => ({ ...line, index }))
  const trackIds = lines.flatMap(({ track, index }) => track?.id ?? chosen.get(index) ?? [])
  const choose = (index: number, id: string) =>
    setChosen(before => {
      const after = new Map(before)
      if (id === '') after.delete(index)
      else after.set(index, id)
      return after
    })
  return (
    <Dialog title={file.title ?? libraryTexts.importPlaylist} text={foundText(file.lines)} onClose={onClose}>
      <LineList
        title={libraryTexts.notFound}
        lines={lines.filter(({ track }) => !track)}
        chosen={chosen}
        onChoose={choose}
      />
      <LineList
        title={libraryTexts.found}
        lines={lines.filter(({ track }) => track)}
        chosen={chosen}
        onChoose={choose}
      />
      <button type="button" className="button" onClick={onClose}>
        {commonTexts.close}
      </button>
      {trackIds.length > 0 && (
        <button type="button" className="button button-accent" onClick={() => onCreate(trackIds)}>
          {libraryTexts.createPlaylist}
        </button>
      )}
    </Dialog>
  )
}
