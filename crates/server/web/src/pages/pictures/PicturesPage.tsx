// Pictures: distances of all positions, sizes of puzzles, what threads bring, and the rounds of the last search.
import { lastRounds } from "../../model/last";
import { cleaned, isOneOf, isText } from "../../model/link";
import { useParams, type Params } from "../../model/route";
import { Bars } from "../../parts/Bars";
import { Card } from "../../parts/controls";
import { Unread } from "../../parts/Notice";
import { Depths, SUBJECTS } from "./Depths";
import { Groups } from "./Groups";
import { ScalingCurve } from "./ScalingCurve";

const readable = (params: Params) =>
  cleaned(params, { count: isOneOf(SUBJECTS.map(({ name }) => name)), group: isText, bound: (text) => Number(text) > 40 && Number(text) < 70 });

export default function PicturesPage() {
  const [params, change, unread] = useParams("pictures", readable);
  const last = lastRounds();
  return (
    <div class="page two">
      <h1 class="unseen">Pictures</h1>
      <div class="column">
        <Card title="Distances from solved">
          <Unread faults={unread} />
          <Depths chosen={params["count"] ?? ""} onChoose={(count) => change({ count })} />
        </Card>
        <Card title="How many positions">
          <Groups chosen={params["group"] ?? ""} onChoose={(group) => change({ group })} />
        </Card>
      </div>
      <div class="column">
        <Card title="Rounds of the last search">
          {last && last.rounds.length ? (
            <>
              <p class="hint">{last.title}</p>
              <Bars title={`Nodes of ${last.title}`} values={last.rounds.map(({ nodes }) => nodes ?? 0)} labels={last.rounds.map(({ bound }) => String(bound))} axis="length searched" unit="nodes" />
            </>
          ) : (
            <p class="muted">Solve something that takes several rounds, a <a href="#/tiles">15-puzzle</a> or a cube by a shortest solution, and look again.</p>
          )}
        </Card>
        <Card title="More threads">
          <ScalingCurve bound={params["bound"] ?? ""} onBound={(bound) => change({ bound })} />
        </Card>
      </div>
    </div>
  );
}
