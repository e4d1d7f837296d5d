export function EndOfSession({ isLive }: { isLive: boolean }) {
  return (
    <div class="end">
      {isLive ? (
        <span class="end-live">
          <i aria-hidden="true" /> Live: new lines appear here
        </span>
      ) : (
        <span>End of the session</span>
      )}
    </div>
  );
}
