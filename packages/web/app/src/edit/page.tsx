import { useEffect, useState } from 'preact/hooks';
import type { EditDone, EditPlanView, SessionRow } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError, useResource } from '../api/resource.js';
import { useAddress } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { Failed } from '../shell/notice.js';
import { usePageTitle } from '../shell/page-title.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useAppState } from '../shell/state.js';
import { visible } from '../text/visible.js';
import { Done } from './done.js';
import { OperationList } from './operation-list.js';
import { OPERATIONS } from './operations.js';
import { Options } from './options.js';
import { Plan } from './plan.js';
import { lackOf, requestOf } from './request.js';
import { useRest } from './rest.js';

/** An edit: choose, see exactly what it comes to and that it resumes, apply, undo. */
export function EditPage({ id }: { id: string }) {
  const { query } = useAddress();
  const { state } = useAppState();
  const { data } = useResource<{ session: SessionRow }>(`/api/sessions/${encodeURIComponent(id)}`);
  const request = requestOf(query);
  const key = request ? JSON.stringify(request) : null;
  const [plan, setPlan] = useState<{ key: string; view: EditPlanView } | undefined>();
  const [error, fail] = useState<RequestError | undefined>();
  const [done, finish] = useState<EditDone | undefined>();
  const [round, again] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const base = `/api/sessions/${encodeURIComponent(id)}`;
  const isReady = state !== undefined;
  useEffect(() => {
    fail(undefined);
    finish(undefined);
    if (key === null || !isReady) return;
    let isHere = true;
    const timer = setTimeout(() => {
      post<EditPlanView>(`${base}/plan`, JSON.parse(key)).then(
        (view) => isHere && setPlan({ key, view }),
        (reason: unknown) => isHere && fail(asRequestError(reason)),
      );
    }, 120);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [key, id, isReady, round]);
  const isRefused = plan?.view.refusal != null && done === undefined;
  useRest(isRefused ? `${base}/live` : null, () => again((value) => value + 1));
  const apply = async () => {
    setBusy(true);
    try {
      finish(await post<EditDone>(`${base}/apply`, request));
      fail(undefined);
    } catch (reason) {
      fail(asRequestError(reason));
    }
    setBusy(false);
  };
  const operation = OPERATIONS.find(({ name }) => name === query.get('op'));
  usePageTitle(`${operation?.title ?? 'Edit'}${data ? `: ${visible(data.session.title)}` : ''}`);
  const isCurrent = plan?.key === key;
  return (
    <Shell page="edit">
      <Scroll class="window edit" label="Edit">
        <div class="list-head">
          <p class="quiet one-line">
            <a class="link" href={sessionUrl(id)}>
              {data ? visible(data.session.title) : 'Back to the session'}
            </a>
          </p>
          <div class="list-title">
            <h1>{operation?.title ?? 'Edit'}</h1>
            <span class="quiet">{operation?.does}</span>
          </div>
          <Options query={query} operations={state?.operations ?? []} turns={data?.session.turns ?? 0} />
        </div>
        {error && <Failed error={error} />}
        {key === null && (
          <div class="notice">
            {operation ? null : <OperationList id={id} offered={state?.operations ?? []} />}
            <p class="quiet">
              {operation ? `${visible(lackOf(query))} ` : ''}Nothing is written before you have seen the plan.
            </p>
          </div>
        )}
        {key !== null && !plan && !error && <Skeleton lines={10} label="The plan is being made" />}
        {done ? (
          <Done done={done} original={id} onUndone={() => finish(undefined)} />
        ) : (
          plan &&
          key !== null &&
          !error && (
            <Plan
              plan={plan.view}
              isCurrent={isCurrent}
              isBusy={isBusy}
              onApply={apply}
              isInPlace={query.get('inplace') === '1'}
              nothing={operation?.nothing}
            />
          )
        )}
      </Scroll>
    </Shell>
  );
}
