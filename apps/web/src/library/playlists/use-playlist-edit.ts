import { playlistForm } from '@refrain/contract/account/forms'
import type { Playlist } from '@refrain/contract/library/playlists'
import { uploadPlaylistPicPath, uploadPlaylistPicture } from '@refrain/contract/media/picture-uploads'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import { type FormEvent, useRef, useState } from 'react'
import { useToken } from '../../account/session.ts'
import { uploadPicture } from '../../media/upload/upload-picture.ts'
import { ChangedElsewhereError, editPlaylist } from './edit-playlist.ts'

/** A picture that was chosen but not uploaded yet. */
interface ChosenPicture {
  readonly jpeg: Blob
  readonly dataUrl: string
}

/** The state of the form that edits a playlist. */
export function usePlaylistEdit(playlist: Playlist, onClose: () => void) {
  const token = useToken()
  const [edited, setEdited] = useState(playlist)
  const [title, setTitle] = useState(playlist.title)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [busy, setBusy] = useState(false)
  const isClosed = useRef(false)
  const { success: isValid, error } = playlistForm.safeParse({ title })
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

  async function choosePicture(jpeg: Blob): Promise<void> {
    setChosen({ jpeg, dataUrl: await readDataUrl(jpeg) })
  }

  async function update(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !isValid || token === null) return
    setBusy(true)
    try {
      const picturePath = chosen ? await sendPicture(playlist.id, chosen.jpeg) : edited.picturePath
      if (picturePath === undefined) return setChosen(null)
      await editPlaylist(token, edited, { title: title.trim(), picturePath })
      close()
    } catch (error) {
      if (error instanceof ChangedElsewhereError) restartWith(error.now)
    } finally {
      setBusy(false)
    }
  }

  return { edited, title, setTitle, chosen, choosePicture, errors, isValid, busy, update, close }
}

/** undefined if it failed, which is only logged. */
async function sendPicture(playlistId: string, jpeg: Blob): Promise<string | undefined> {
  const path = `${PICTURE_FOLDERS.playlist}/${playlistId}`
  try {
    return await uploadPicture(uploadPlaylistPicPath, uploadPlaylistPicture, path, jpeg)
  } catch (failure) {
    console.error('Upload failed', failure)
    return undefined
  }
}

/** A data URL: the CSP forbids blob URLs. */
function readDataUrl(jpeg: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(jpeg)
  })
}
