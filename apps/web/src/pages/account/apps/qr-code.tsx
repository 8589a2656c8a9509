import { appsTexts } from '@refrain/messages/en/account/apps'
import { encode } from 'uqr'

/** Light modules around the code, which scanners need. */
const BORDER = 2

/** A text as a QR code, black on white in both themes. */
export default function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={appsTexts.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-44 rounded-small"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
