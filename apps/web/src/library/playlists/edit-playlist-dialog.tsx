import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { textLimits } from '@refrain/contract/limits'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { lazy, Suspense } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { loadPart } from '../../ui/loading/load-part.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { PlaylistCover } from './playlist-cover.tsx'
import { usePlaylistEdit } from './use-playlist-edit.ts'

const PictureChooser = lazy(() => loadPart(() => import('../../media/upload/picture-chooser.tsx')))

interface Props {
  readonly playlist: Playlist
  /** Its tracks, for the cover. */
  readonly tracks: readonly Track[]
  readonly onClose: () => void
}

/**
 * Edits title and picture of a playlist. Closes on a click outside, Escape and scroll, and discards the edits. Nothing
 * is sent before Update.
 */
export default function EditPlaylistDialog({ playlist, tracks, onClose }: Props) {
  const edit = usePlaylistEdit(playlist, onClose)
  const { edited, title, setTitle, chosen, choosePicture, errors, isValid, busy, update, close } = edit
  return (
    <Dialog title={commonTexts.editDetails} closesOnScroll onClose={close}>
      {/* While a picture is cropped, everything else is hidden. */}
      <form noValidate onSubmit={update} className="group/edit grid w-full gap-4">
        <div className="flex flex-wrap items-center gap-4">
          <div className="w-28 flex-none group-has-[.crop-view]/edit:hidden">
            {chosen ? (
              <img alt="" src={chosen.dataUrl} className="aspect-square w-full rounded-cover object-cover" />
            ) : (
              <PlaylistCover playlist={edited} tracks={tracks} sizes="112px" first />
            )}
          </div>
          {/* The button is centred beside the cover; the line for error messages does not count. */}
          <div className="min-w-0 flex-1 basis-48 min-[26rem]:-mb-6 group-has-[.crop-view]/edit:mb-0">
            <Suspense fallback={<div className="h-17" />}>
              <PictureChooser wrongType={libraryTexts.wrongPictureType} onPicture={choosePicture} />
            </Suspense>
          </div>
        </div>
        <div className="grid gap-2 group-has-[.crop-view]/edit:hidden">
          <FormField
            label={libraryTexts.title}
            name="title"
            value={title}
            errors={errors}
            maxLength={textLimits.playlistTitle.max}
            autoComplete="off"
            ref={autofocus}
            onChange={({ target }) => setTitle(target.value)}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" className="button" onClick={close}>
              {commonTexts.cancel}
            </button>
            <button
              type="submit"
              disabled={!isValid}
              aria-disabled={busy || !isValid || undefined}
              className="button button-accent relative"
            >
              <span className={busy ? 'opacity-0' : undefined}>{libraryTexts.update}</span>
              {busy && <Spinner className="absolute size-5" />}
            </button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** Must be set before the dialog opens; React's `autoFocus` comes too late. The title is selected: typing replaces it. */
function autofocus(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
  field?.addEventListener('focus', () => field.select(), { once: true })
}
