import { Disc3 } from 'lucide-react'

/** Shown if a list is empty. */
export function EmptyIcon() {
  return (
    <div data-empty="" className="grid min-h-80 place-items-center">
      <Disc3 aria-hidden className="size-20 text-neutral-cover" strokeWidth={1} />
    </div>
  )
}
