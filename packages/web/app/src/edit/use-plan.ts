import { useEffect, useState } from 'preact/hooks';
import type { EditDone, EditPlanView, EditRequest } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { useAppState } from '../shell/state.js';
import { useWhenIdle } from './when-idle.js';

export interface Planned {
  plan: EditPlanView | undefined;
  /** False while a newer plan is being fetched. */
  isCurrent: boolean;
  done: EditDone | undefined;
  error: RequestError | undefined;
  isBusy: boolean;
  apply: () => Promise<void>;
  /** After an undo: shows the plan again. */
  again: () => void;
}

const PAUSE = 150;

/** The plan of an edit, updated with every change of the request, and the result of applying it. */
export function usePlan(id: string, request: EditRequest | undefined): Planned {
  const { state } = useAppState();
  const key = request ? JSON.stringify(request) : null;
  const [plan, setPlan] = useState<{ key: string; view: EditPlanView } | undefined>();
  const [error, fail] = useState<RequestError | undefined>();
  const [done, finish] = useState<EditDone | undefined>();
  const [round, repeat] = useState(0);
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
    }, PAUSE);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [key, id, isReady, round]);
  const isRefused = plan?.view.refusal != null && done === undefined;
  useWhenIdle(isRefused ? `${base}/live` : null, () => repeat((value) => value + 1));
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
  return {
    plan: key === null ? undefined : plan?.view,
    isCurrent: plan?.key === key,
    done,
    error,
    isBusy,
    apply,
    again: () => repeat((value) => value + 1),
  };
}
