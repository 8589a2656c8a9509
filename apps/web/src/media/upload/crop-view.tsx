import { commonTexts } from '@refrain/messages/en/common'
import { picturesTexts } from '@refrain/messages/en/pictures'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Slider } from '../../ui/forms/slider.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import type { DecodedPicture } from './decode-picture.ts'
import type { Area } from './draw-scaled.ts'
import { MAX_ZOOM } from './max-zoom.ts'
import './crop-view.css'

/** Pixels that an arrow key moves the picture by; a fifth of that with Shift. */
const KEYBOARD_STEP = 10

interface Props {
  readonly picture: DecodedPicture
  /** Whether the confirmed area is being sent. */
  readonly busy: boolean
  /** @param part in percent of the picture's width and height */
  readonly onConfirm: (part: Area) => void
  readonly onCancel: () => void
}

/** Lets the listener choose a square area by dragging, pinching, scrolling or keys. */
export default function CropView({ picture, busy, onConfirm, onCancel }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Area | null>(null)
  return (
    // Takes the focus from the button that it replaces.
    <fieldset
      aria-label={picturesTexts.cropPicture}
      tabIndex={-1}
      ref={focus}
      className="grid min-w-0 gap-3 outline-none"
    >
      <div className="crop-view">
        <Cropper
          image={picture.previewUrl}
          aspect={1}
          maxZoom={MAX_ZOOM}
          keyboardStep={KEYBOARD_STEP}
          {...{ crop, zoom }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={setPart}
          classes={{ cropAreaClassName: 'crop-area' }}
          cropperProps={{
            role: 'application',
            'aria-label': picturesTexts.movePicture,
          }}
          // The CSP forbids inline styles.
          disableAutomaticStylesInjection
        />
      </div>
      <Slider
        label={picturesTexts.zoom}
        className="slider-setting"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={zoom}
        valueText={commonTexts.percent({ percent: Math.round(zoom * 100) })}
        onChange={setZoom}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <button
          type="button"
          aria-disabled={busy || undefined}
          className="button"
          onClick={busy ? undefined : onCancel}
        >
          {commonTexts.cancel}
        </button>
        <button
          type="button"
          aria-disabled={busy || part === null || undefined}
          className="button button-accent relative"
          onClick={() => {
            if (!busy && part) onConfirm(part)
          }}
        >
          <span className={busy ? 'opacity-0' : undefined}>{picturesTexts.confirm}</span>
          {busy && <Spinner className="absolute size-5" />}
        </button>
      </div>
    </fieldset>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
