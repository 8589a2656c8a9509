import type { PicturedRecord } from '@refrain/contract/administration/catalogue-pictures'
import { administrationTexts } from '@refrain/messages/en/administration'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { picturesTexts } from '@refrain/messages/en/pictures'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { useToken } from '../../../account/session.ts'
import { failureText } from '../../../administration/administer.ts'
import {
  cataloguePictureQuery,
  changeCataloguePicture,
  restoreCataloguePicture,
  showPictureChange,
} from '../../../administration/catalogue-pictures.ts'
import { Picture } from '../../../media/picture.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { loadPart } from '../../../ui/loading/load-part.ts'

const PictureChooser = lazy(() => loadPart(() => import('../../../media/upload/picture-chooser.tsx')))

interface Props {
  readonly record: PicturedRecord
  readonly onClose: () => void
}

/** Uploads another picture of an album or artist, or brings the collection's own back. */
export default function PictureDialog({ record, onClose }: Props) {
  const { data } = useQuery(cataloguePictureQuery(useToken(), record))
  const { showError, toast } = useErrorToast()
  const isChanged = useRef(false)
  const closeButton = useRef<HTMLButtonElement>(null)
  const isAlbum = record.kind === 'albums'

  async function attempt(change: Promise<void>): Promise<void> {
    try {
      await change
      isChanged.current = true
    } catch (failed) {
      showError(failureText(failed, administrationTexts.failed))
    }
  }
  async function restore(): Promise<void> {
    await attempt(restoreCataloguePicture(record))
    // The button that was pressed disappears.
    closeButton.current?.focus()
  }
  function close(): void {
    onClose()
    // Not before: the row with this dialog may disappear.
    if (isChanged.current) void showPictureChange()
  }
  return (
    <Dialog
      title={isAlbum ? picturesTexts.changeCover : picturesTexts.changePicture}
      text={picturesTexts.changeText}
      onClose={close}
    >
      {/* While a picture is cropped, everything else is hidden. */}
      <div className="group/edit grid w-full gap-4">
        <div className="flex flex-wrap items-center gap-4">
          <div className="w-28 flex-none group-has-[.crop-view]/edit:hidden">
            <Picture
              of={{
                owner: isAlbum ? 'album' : 'artist',
                ownerId: record.id,
                picturePath: data?.picturePath ?? '',
              }}
              thumbhash=""
              name={data?.name}
              round={!isAlbum}
              sizes="112px"
            />
          </div>
          <div className="min-w-0 flex-1 basis-48 group-has-[.crop-view]/edit:-mb-4">
            <div className="mb-3 group-has-[.crop-view]/edit:hidden">
              <bdi className="block truncate font-semibold">{data?.name}</bdi>
              <p className="truncate text-sm text-quiet">{data?.artist}</p>
            </div>
            <Suspense fallback={<div className="h-17" />}>
              <PictureChooser
                wrongType={libraryTexts.wrongPictureType}
                onPicture={jpeg => attempt(changeCataloguePicture(record, jpeg))}
              />
            </Suspense>
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-3 group-has-[.crop-view]/edit:hidden">
          {data?.isUploaded && (
            <button type="button" className="button" onClick={() => void restore()}>
              {picturesTexts.removeUploaded}
            </button>
          )}
          <button ref={closeButton} type="button" className="button" onClick={close}>
            {commonTexts.close}
          </button>
        </div>
        {toast}
      </div>
    </Dialog>
  )
}
