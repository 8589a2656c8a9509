import type { FolderList } from '@refrain/contract/administration/set-up'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { CornerLeftUp, Folder } from 'lucide-react'
import { useRef } from 'react'
import { failureText } from '../../administration/administer.ts'

interface Props {
  /** The folders in the one that is open, once they are loaded; or why they cannot be. */
  readonly query: { readonly data: FolderList | undefined; readonly error: Error | null }
  /** The folder that is open, and so chosen; null for the list of all places. */
  readonly path: string | null
  readonly onChange: (path: string | null) => void
}

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-start hover:bg-overlay'

/** Walks through the folders of the server: the one that is open is chosen. */
export function FolderPicker({ query: { data, error }, path, onChange }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  function open(next: string | null): void {
    onChange(next)
    // The button that was pressed is about to vanish.
    list.current?.focus()
  }
  return (
    <fieldset
      ref={list}
      tabIndex={-1}
      className="mt-2 rounded-small border border-line"
      aria-label={setUpTexts.folders}
    >
      <p role="status" className="border-b border-line px-3 py-2 text-sm [overflow-wrap:anywhere]">
        {path === null ? (
          <span className="text-quiet">{setUpTexts.noFolder}</span>
        ) : (
          <>
            <span className="text-quiet">{setUpTexts.chosenFolder}: </span>
            <strong>{path}</strong>
          </>
        )}
      </p>
      <ul className="max-h-64 overflow-y-auto p-1">
        {path !== null && data?.parent !== undefined && (
          <li>
            <button type="button" className={ROW} onClick={() => open(data.parent ?? null)}>
              <CornerLeftUp aria-hidden className="size-5 shrink-0 text-quiet" />
              {data.parent === null ? setUpTexts.allFolders : setUpTexts.parentFolder}
            </button>
          </li>
        )}
        {data?.folders.map(folder => (
          <li key={folder.path}>
            <button type="button" className={ROW} onClick={() => open(folder.path)}>
              <Folder aria-hidden className="size-5 shrink-0 text-quiet" />
              <span className="[overflow-wrap:anywhere]">{folder.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="px-3 py-2 text-sm text-quiet">
        {error
          ? failureText(error, setUpTexts.failed)
          : data?.folders.length === 0
            ? setUpTexts.noFolders
            : setUpTexts.foldersHint}
      </p>
    </fieldset>
  )
}
