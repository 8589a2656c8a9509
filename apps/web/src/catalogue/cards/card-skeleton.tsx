/** A placeholder of the same size as a card. */
export function CardSkeleton({ round = false }: { readonly round?: boolean }) {
  return (
    <div className="card">
      <div className={`aspect-square bg-skeleton ${round ? 'rounded-full' : 'rounded-cover'}`} />
      <div className="card-title flex h-6 items-center">
        <div className="h-3.5 w-3/4 rounded-small bg-skeleton" />
      </div>
      <div className="card-label flex h-5 items-center">
        <div className="h-3 w-1/2 rounded-small bg-skeleton" />
      </div>
    </div>
  )
}
