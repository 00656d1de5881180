"""Eight threads of mixed reads and writes on one store: `python benchmarks/petstore_load.py [--seconds 20]`.

Each thread keeps its own account of what it was answered; at the end the store is compared with the sum of them.
Prints requests a second and the times of answers, and exits with 1 on any error, lost write or wrong inventory.
"""

import argparse
import http.client
import json
import random
import statistics
import sys
import threading
import time
from dataclasses import dataclass, field

import petstore_flask
from petstore_flask.sample_data import PETS

THREADS = 8
STATUSES = ("available", "pending", "sold")


@dataclass
class Account:
    """What one thread was answered."""

    pets: dict[int, dict] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Worker(threading.Thread):
    """Adds, reads, changes, lists and deletes pets of its own, and asks for what others change too."""

    def __init__(self, handle: petstore_flask.Handle, number: int, go_on) -> None:
        super().__init__()
        self.account = Account()
        self._store = handle
        self._random = random.Random(number)
        self._go_on = go_on
        self._tag = f"worker-{number}"

    def run(self) -> None:
        turn = 0
        while self._go_on(turn):
            turn += 1
            try:
                self._step()
            except Exception as error:  # noqa: BLE001 - whatever happens to a thread is part of the result
                self.account.errors.append(repr(error))

    def _step(self) -> None:
        own = self.account.pets
        choice = self._random.random()
        if choice < 0.3 or not own:
            pet = {
                "name": f"{self._tag} {len(own)}",
                "photoUrls": [],
                "tags": [{"name": self._tag}],
                "status": self._random.choice(STATUSES),
            }
            answer = self._call("POST", "/pet", pet)
            own[answer["id"]] = {"id": answer["id"], **pet}
            return
        pet_id = self._random.choice(list(own))
        if choice < 0.5:
            self._expect(self._call("GET", f"/pet/{pet_id}"), own[pet_id])
        elif choice < 0.65:
            status = self._random.choice(STATUSES)
            own[pet_id] = {**own[pet_id], "status": status}
            self._expect(self._call("POST", f"/pet/{pet_id}?status={status}"), own[pet_id])
        elif choice < 0.75:
            own[pet_id] = {**own[pet_id], "name": f"{self._tag} changed"}
            self._expect(self._call("PUT", "/pet", own[pet_id]), own[pet_id])
        elif choice < 0.85:
            self._call("DELETE", f"/pet/{pet_id}")
            del own[pet_id]
        elif choice < 0.9:
            self._call("GET", "/store/inventory")
        elif choice < 0.95:
            found = {pet["id"]: pet for pet in self._call("GET", f"/pet/findByTags?tags={self._tag}")}
            self._expect(found, own)
        else:
            self._call("POST", "/store/order", {"petId": pet_id})

    def _expect(self, found: object, expected: object) -> None:
        if found != expected:
            self.account.errors.append(f"expected {expected!r:.200}, got {found!r:.200}")

    def _call(self, method: str, path: str, body: object = None):
        connection = http.client.HTTPConnection("127.0.0.1", self._store.port, timeout=60)
        headers = {
            "Authorization": f"Bearer {self._store.token}",
            "X-API-Key": self._store.api_key,
            "Content-Type": "application/json",
        }
        begun = time.perf_counter()
        try:
            connection.request(method, f"/api/v3{path}", None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        self.account.times.append(time.perf_counter() - begun)
        if response.status != 200:
            raise RuntimeError(f"{method} {path}: {response.status} {data[:200]!r}")
        return json.loads(data) if data else None


def run_load(handle: petstore_flask.Handle, go_on) -> tuple[list[float], list[str]]:
    """Times of all answers in seconds, and everything that was wrong.

    Args:
        handle: a running store with fresh sample data.
        go_on: told the number of steps a thread has done, says whether it does another.
    """
    workers = [Worker(handle, number, go_on) for number in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    errors = [error for worker in workers for error in worker.account.errors]
    kept = {pet["id"]: pet for pet in handle.store.pets_by_status(STATUSES)}
    expected = {pet["id"]: pet for pet in PETS}
    for worker in workers:
        if expected.keys() & worker.account.pets.keys():
            errors.append("an id was assigned twice")
        expected |= worker.account.pets
    if kept != expected:
        errors.append(f"{len(expected.keys() - kept.keys())} pets lost, {len(kept.keys() - expected.keys())} too many")
    counts = {status: sum(pet["status"] == status for pet in kept.values()) for status in STATUSES}
    if handle.store.inventory() != counts:
        errors.append(f"inventory {handle.store.inventory()} of pets {counts}")
    return [seconds for worker in workers for seconds in worker.account.times], errors


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database-url", default="sqlite://")
    options = parser.parse_args()
    with petstore_flask.start(name="load", database_url=options.database_url) as handle:
        handle.reset()
        end = time.monotonic() + options.seconds
        times, errors = run_load(handle, lambda _: time.monotonic() < end)
    times.sort()
    milliseconds = [1000 * seconds for seconds in times]
    print(f"{len(times)} requests by {THREADS} threads, {len(times) / options.seconds:.0f} a second")
    print(
        f"answers: median {statistics.median(milliseconds):.1f} ms, "
        f"99% within {milliseconds[int(len(milliseconds) * 0.99)]:.1f} ms, longest {milliseconds[-1]:.1f} ms"
    )
    print(f"{len(errors)} errors" + "".join(f"\n  {error}" for error in errors[:10]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
