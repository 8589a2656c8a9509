import { picturesTexts } from '@refrain/messages/en/pictures'
import { ImagePlus } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { TOAST_MS } from '../../ui/dialogs/toast.tsx'
import { loadPart } from '../../ui/loading/load-part.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { cropJpeg } from './crop-jpeg.ts'
import { type DecodedPicture, decodePicture } from './decode-picture.ts'
import type { Area } from './draw-scaled.ts'
import { ACCEPTED_PICTURES, isPicture } from './picture-type.ts'

const CropView = lazy(() => loadPart(() => import('./crop-view.tsx')))

interface Props {
  /** Shown for a file of an unsupported type. */
  readonly wrongType: string
  /** Takes the JPEG; a rejection counts as a failed upload. */
  readonly onPicture: (jpeg: Blob) => void | Promise<void>
  /** Other buttons, shown while no picture is being cropped. */
  readonly children?: ReactNode
}

type State = { step: 'waiting' | 'decoding' } | { step: 'cropping' | 'sending'; picture: DecodedPicture }

/** Chooses a picture: a file, then a square area, then Confirm. Any failure is logged to the console, and it restarts. */
export default function PictureChooser({ wrongType, onPicture, children }: Props) {
  const [state, setState] = useState<State>({ step: 'waiting' })
  const { showMessage, message } = useMessage()
  const files = useRef<HTMLInputElement>(null)
  const shouldRefocus = useRef(false)

  function restart(): void {
    // The focused control disappears: give the focus back to the first button.
    shouldRefocus.current = true
    setState({ step: 'waiting' })
  }
  function fail(error: unknown): void {
    console.error('Upload failed', error)
    restart()
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return showMessage(picturesTexts.noFileChosen)
    if (!isPicture(file)) return showMessage(wrongType)
    setState({ step: 'decoding' })
    await decodePicture(file).then(picture => setState({ step: 'cropping', picture }), fail)
  }

  async function send(picture: DecodedPicture, part: Area): Promise<void> {
    setState({ step: 'sending', picture })
    try {
      await onPicture(await cropJpeg(picture.picture, part))
      restart()
    } catch (error) {
      fail(error)
    }
  }

  if (state.step === 'cropping' || state.step === 'sending')
    return (
      <Suspense fallback={<Spinner />}>
        <CropView
          picture={state.picture}
          busy={state.step === 'sending'}
          onConfirm={part => void send(state.picture, part)}
          onCancel={restart}
        />
      </Suspense>
    )
  const decoding = state.step === 'decoding'
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={decoding || undefined}
          ref={element => {
            if (shouldRefocus.current) element?.focus()
            shouldRefocus.current = false
          }}
          className="button"
          onClick={() => {
            if (!decoding) files.current?.click()
          }}
        >
          {decoding ? <Spinner /> : <ImagePlus aria-hidden className="size-5" />}
          {picturesTexts.choosePicture}
        </button>
        {children}
      </div>
      <FileInput ref={files} onChoose={file => void choose(file)} />
      <p role="alert" className="mt-1 min-h-5 text-sm text-wrong">
        {message}
      </p>
    </div>
  )
}

interface FileInputProps {
  readonly ref: RefObject<HTMLInputElement | null>
  /** @param file undefined if the file dialog was closed without one */
  readonly onChoose: (file: File | undefined) => void
}

function FileInput({ ref, onChoose }: FileInputProps) {
  return (
    <input
      ref={element => {
        ref.current = element
        const cancel = () => onChoose(undefined)
        element?.addEventListener('cancel', cancel)
        return () => element?.removeEventListener('cancel', cancel)
      }}
      hidden
      type="file"
      aria-label={picturesTexts.pictureFile}
      accept={ACCEPTED_PICTURES}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        // Allow choosing the same file again.
        currentTarget.value = ''
        onChoose(file)
      }}
    />
  )
}

/** An error message that disappears after TOAST_TIME. */
function useMessage() {
  const [shown, setShown] = useState<{ readonly message: string } | null>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return { showMessage: (message: string) => setShown({ message }), message: shown?.message }
}
