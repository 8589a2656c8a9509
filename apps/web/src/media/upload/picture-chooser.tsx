import { ImagePlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { TOAST_MS } from '../../ui/dialogs/toast.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { cropJpeg } from './crop-jpeg.ts'
import { type DecodedPicture, decodePicture } from './decode-picture.ts'
import type { Area } from './draw-scaled.ts'
import { ACCEPTED_PICTURES, isPicture } from './picture-type.ts'

const CropView = lazy(() => import('./crop-view.tsx'))

/** What is said where the dialog is left without a file (VAL-18). */
const NO_FILE = 'No file Chosen!'

interface Props {
  /** What is said of a file of another type (VAL-15, VAL-16). */
  readonly wrongType: string
  /** Takes the JPEG; the controls wait until it is done. A rejection is an upload that failed. */
  readonly onPicture: (jpeg: Blob) => void | Promise<void>
  /** Other buttons beside its own, there while no picture is being cropped. */
  readonly children?: ReactNode
}

/** What is being done: waiting for a file, decoding it, choosing a part of it, or sending that. */
type State = { is: 'waiting' | 'decoding' } | { is: 'cropping' | 'sending'; picture: DecodedPicture }

/**
 * Chooses a picture: a file, then a square part of it, then Confirm (ACC-06, PLD-19). Whatever fails on the way is
 * written to the console alone, and it starts anew (ACC-07, ERR-10, READ-64).
 */
export default function PictureChooser({ wrongType, onPicture, children }: Props) {
  const [doing, setDoing] = useState<State>({ is: 'waiting' })
  const { say, message } = useMessage()
  const files = useRef<HTMLInputElement>(null)
  const returns = useRef(false)

  function startAnew(): void {
    // What has the focus goes; it returns to what it began with.
    returns.current = true
    setDoing({ is: 'waiting' })
  }
  function fail(error: unknown): void {
    console.error('Upload failed', error)
    startAnew()
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return say(NO_FILE)
    if (!isPicture(file)) return say(wrongType)
    setDoing({ is: 'decoding' })
    await decodePicture(file).then(picture => setDoing({ is: 'cropping', picture }), fail)
  }

  async function send(picture: DecodedPicture, part: Area): Promise<void> {
    setDoing({ is: 'sending', picture })
    try {
      await onPicture(await cropJpeg(picture.picture, part))
      startAnew()
    } catch (error) {
      fail(error)
    }
  }

  if (doing.is === 'cropping' || doing.is === 'sending')
    return (
      <Suspense fallback={<Spinner />}>
        <CropView
          picture={doing.picture}
          busy={doing.is === 'sending'}
          onConfirm={part => void send(doing.picture, part)}
          onCancel={startAnew}
        />
      </Suspense>
    )
  const decoding = doing.is === 'decoding'
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={decoding || undefined}
          ref={element => {
            if (returns.current) element?.focus()
            returns.current = false
          }}
          className="button"
          onClick={() => {
            if (!decoding) files.current?.click()
          }}
        >
          {decoding ? <Spinner /> : <ImagePlus aria-hidden className="size-5" />}
          Choose picture
        </button>
        {children}
      </div>
      <input
        ref={element => {
          files.current = element
          const left = () => say(NO_FILE)
          element?.addEventListener('cancel', left)
          return () => element?.removeEventListener('cancel', left)
        }}
        hidden
        type="file"
        aria-label="Picture file"
        accept={ACCEPTED_PICTURES}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file may be chosen again.
          currentTarget.value = ''
          void choose(file)
        }}
      />
      <p role="alert" className="mt-1 min-h-5 text-sm text-wrong">
        {message}
      </p>
    </div>
  )
}

/** What is wrong with a file: said for 3 seconds (VAL-17, READ-45). */
function useMessage() {
  const [said, setSaid] = useState<{ readonly message: string } | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [said])
  return { say: (message: string) => setSaid({ message }), message: said?.message }
}
