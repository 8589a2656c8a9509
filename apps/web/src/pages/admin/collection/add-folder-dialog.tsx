import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { commonTexts } from '@refrain/messages/en/common'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToken } from '../../../account/session.ts'
import { addFolder, failureText } from '../../../administration/administer.ts'
import { musicFoldersQuery } from '../../../administration/collection-queries.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { FolderPicker } from '../../components/folder-picker.tsx'

/** Chooses a folder of the server, which is then imported. */
export function AddFolderDialog({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState<string | null>(null)
  const { showError, toast } = useErrorToast()
  const query = useQuery(musicFoldersQuery(useToken(), path))
  async function add(): Promise<void> {
    if (path === null) return
    try {
      await addFolder(path)
      onClose()
    } catch (error) {
      showError(failureText(error, administrationTexts.failed))
    }
  }
  return (
    <Dialog title={collectionTexts.addFolder} text={collectionTexts.addFolderText} onClose={onClose}>
      <div className="-mt-4 grid w-full gap-4">
        <FolderPicker query={query} path={path} onChange={setPath} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            {commonTexts.cancel}
          </button>
          <button
            type="button"
            className="button button-accent"
            aria-disabled={path === null || undefined}
            onClick={() => void add()}
          >
            {collectionTexts.addIt}
          </button>
        </div>
        {toast}
      </div>
    </Dialog>
  )
}
