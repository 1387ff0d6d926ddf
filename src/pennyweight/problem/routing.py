"""Where weights and groups go, if scikit-learn routes metadata to those that ask for them."""

from collections.abc import Mapping
from typing import Any

from sklearn import get_config
from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    get_routing_for_object,
    process_routing,
)

WEIGHT = "sample_weight"
GROUPS = "groups"


def is_routed() -> bool:
    """Tell whether metadata go only to those that ask for them."""
    return bool(get_config()["enable_metadata_routing"])


def gets(consumer: Any, method: str, metadata: str) -> bool:
    """Tell whether a method gets some metadata; refuse one that leaves open whether it does."""
    if not is_routed():
        return True
    mapping = MethodMapping().add(caller="fit", callee=method)
    router = MetadataRouter(owner="BudgetSearch").add(consumer=consumer, method_mapping=mapping)
    routed = router.route_params(caller="fit", params={metadata: ...})
    return metadata in routed["consumer"][method]


def requests_of(consumer: Any) -> tuple[str, ...]:
    """Return a text that says what it asks for; nothing where all get everything."""
    return (str(get_routing_for_object(consumer)),) if is_routed() else ()


def check_routes(search: Any, **metadata: Any) -> None:
    """Refuse metadata of which an estimator, a scorer or a splitter leaves open whether it asks."""
    if is_routed():
        process_routing(
            search, "fit", **{n: given for n, given in metadata.items() if given is not None}
        )


def asking_for_weights(consumer: Any, method: str) -> Any:
    """Return what was made here so that its method gets weights, whether they are routed or not."""
    return (
        getattr(consumer, f"set_{method}_request")(sample_weight=True) if is_routed() else consumer
    )


def router_of(
    search: Any, *, estimators: Mapping[str, Any], scorers: Mapping[str, Any], splitter: Any
) -> MetadataRouter:
    """Return where a search sends weights and groups, both of which it uses itself as well."""
    router = MetadataRouter(owner=search).add_self_request(search)
    fits = MethodMapping().add(caller="fit", callee="fit")
    scores = MethodMapping().add(caller="fit", callee="score").add(caller="score", callee="score")
    splits = MethodMapping().add(caller="fit", callee="split")
    router.add(method_mapping=fits, **estimators).add(method_mapping=scores, **scorers)
    return router.add(method_mapping=splits, splitter=splitter)
