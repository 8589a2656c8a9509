import type { PlaylistFileOfCollection } from '@refrain/contract/administration/playlist-files'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText, removeListOfCollection, showListAgain } from '../../../../administration/administer.ts'
import { paths } from '../../../../paths.ts'
import { ConfirmButtons } from '../../../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { OwnerChoice } from './owner-choice.tsx'

interface Props {
  readonly file: PlaylistFileOfCollection
  readonly onFailure: (message: string) => void
}

/** One playlist file: its path, what became of it, its owner, and a button that removes it or shows it again. */
export function PlaylistFileRow({ file, onFailure }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { id, title, path, state } = file
  const name = title || path
  const attempt = (work: Promise<unknown>) =>
    void work.catch(error => onFailure(failureText(error, administrationTexts.failed)))
  const isOpen = state === 'shown' || (state === 'gone' && file.matched > 0)
  return (
    <li>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isOpen ? <Link to={paths.playlist(id)}>{name}</Link> : name}
      </p>
      <p className="text-sm text-quiet">{describe(file)}</p>
      <p className="text-xs text-quiet [overflow-wrap:anywhere]">{path}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {(state === 'shown' || state === 'gone' || state === 'empty') && (
          <OwnerChoice file={file} attempt={attempt} />
        )}
        {state === 'removed' ? (
          <button type="button" className="button" onClick={() => attempt(showListAgain(id))}>
            {collectionTexts.showAgain}
          </button>
        ) : (
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            aria-label={collectionTexts.removeNamed({ name })}
            onClick={() => setAsking(true)}
          >
            {collectionTexts.removeIt}
          </button>
        )}
      </div>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title={collectionTexts.removePlaylistQuestion}
          text={
            state === 'gone'
              ? collectionTexts.removePlaylistGoneText({ name })
              : collectionTexts.removePlaylistText({ name })
          }
          onClose={() => setAsking(false)}
        >
          <ConfirmButtons
            label={collectionTexts.removeIt}
            grave
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              attempt(removeListOfCollection(id))
            }}
          />
        </Dialog>
      )}
    </li>
  )
}

function describe({ state, problem, lines, matched }: PlaylistFileOfCollection): string {
  if (state === 'problem') return collectionTexts.notRead({ reason: problem })
  const found = collectionTexts.linesFound({ matched, lines })
  const notes = {
    shown: [],
    empty: [collectionTexts.noLineFound],
    gone: [collectionTexts.fileIsGone],
    removed: [collectionTexts.isRemoved],
  }
  return [...notes[state], found].join(' · ')
}
