import { playlistForm } from '@refrain/contract/account/forms'
import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { textLimits } from '@refrain/contract/limits'
import { uploadPlaylistPicPath, uploadPlaylistPicture } from '@refrain/contract/media/picture-uploads'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { uploadPicture } from '../../media/upload/upload-picture.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { ChangedElsewhereError, editPlaylist } from './edit-playlist.ts'
import { PlaylistCover } from './playlist-cover.tsx'

const PictureChooser = lazy(() => import('../../media/upload/picture-chooser.tsx'))

interface Props {
  readonly playlist: Playlist
  /** Its tracks, for the cover. */
  readonly tracks: readonly Track[]
  readonly onClose: () => void
}

/** A picture that was chosen but not uploaded yet. */
interface ChosenPicture {
  readonly jpeg: Blob
  readonly dataUrl: string
}

/**
 * Edits title and picture of a playlist. Closes on a click outside, Escape and scroll, and discards the edits. Nothing
 * is sent before Update.
 */
export default function EditPlaylistDialog({ playlist, tracks, onClose }: Props) {
  const token = useToken()
  const [edited, setEdited] = useState(playlist)
  const [title, setTitle] = useState(playlist.title)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [busy, setBusy] = useState(false)
  const isClosed = useRef(false)
  const { success, error } = playlistForm.safeParse({ title })
  const errors = title !== edited.title && error?.issues[0] ? { title: error.issues[0].message } : {}

  /** Also while an answer is pending: it is still shown when it arrives, but must not close anything else. */
  function close(): void {
    if (isClosed.current) return
    isClosed.current = true
    onClose()
  }

  function restartWith(now: Playlist): void {
    setEdited(now)
    setTitle(now.title)
    setChosen(null)
  }

  async function update(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !success || token === null) return
    setBusy(true)
    try {
      const profile_path = chosen ? await sendPicture(chosen.jpeg) : edited.profile_path
      if (profile_path === undefined) return setChosen(null)
      await editPlaylist(token, edited, { title: title.trim(), profile_path })
      close()
    } catch (error) {
      if (error instanceof ChangedElsewhereError) restartWith(error.now)
    } finally {
      setBusy(false)
    }
  }

  /** undefined if it failed, which is only logged. */
  async function sendPicture(jpeg: Blob): Promise<string | undefined> {
    const path = `${PICTURE_FOLDERS.playlist}/${playlist._id}`
    try {
      return await uploadPicture(uploadPlaylistPicPath, uploadPlaylistPicture, path, jpeg)
    } catch (failure) {
      console.error('Upload failed', failure)
      return undefined
    }
  }

  return (
    <Dialog title="Edit details" closesOnScroll onClose={close}>
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
              <PictureChooser
                wrongType="Please select a valid image file!"
                onPicture={async jpeg => setChosen({ jpeg, dataUrl: await readDataUrl(jpeg) })}
              />
            </Suspense>
          </div>
        </div>
        <div className="grid gap-2 group-has-[.crop-view]/edit:hidden">
          <FormField
            label="Title"
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
              Cancel
            </button>
            <button
              type="submit"
              disabled={!success}
              aria-disabled={busy || !success || undefined}
              className="button button-accent relative"
            >
              <span className={busy ? 'opacity-0' : undefined}>Update</span>
              {busy && <Spinner className="absolute size-5" />}
            </button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** Must be set before the dialog opens; React's `autoFocus` comes too late. */
const autofocus = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '')

/** A data URL: the CSP forbids blob URLs. */
function readDataUrl(jpeg: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(jpeg)
  })
}
