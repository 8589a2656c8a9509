const DELAYS = ['[animation-delay:-0.6s]', '[animation-delay:-0.2s]', '[animation-delay:-0.45s]']

/** Three bars that mark the loaded track; animated while it plays. */
export function Equaliser({ playing }: { readonly playing: boolean }) {
  return (
    <span aria-hidden className="flex h-3 w-3 items-end gap-[2px] text-accent">
      {DELAYS.map(delay => (
        <span
          key={delay}
          className={`h-full flex-1 origin-bottom rounded-[1px] bg-current ${playing ? `animate-bar ${delay}` : 'scale-y-[0.3]'}`}
        />
      ))}
    </span>
  )
}
